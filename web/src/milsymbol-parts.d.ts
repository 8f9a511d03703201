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

declare module 'virtual:symbols' {
  /** The icons that are drawn when the client is built, by their codes. */
  const ready: Record<string, string>;
  export default ready;
}
