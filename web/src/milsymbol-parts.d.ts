declare module 'milsymbol-parts' {
  interface SymbolOptions {
    frame?: boolean;
    fill?: boolean;
    infoFields?: boolean;
    monoColor?: string;
    strokeWidth?: number;
    size?: number;
  }
  export const ms: {
    addIcons(parts: unknown): void;
    Symbol: new (code: string, options: SymbolOptions) => { asSVG(): string };
  };
  export const letterground: unknown;
  export const letterequipment: unknown;
}
