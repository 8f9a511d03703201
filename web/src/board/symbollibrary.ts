/** The whole library of symbols: large, and fetched only for a code that was not drawn when the client was built. */
import { letterequipment, letterground, ms } from 'milsymbol-parts';
import { drawn } from './drawnsymbol';

ms.addIcons(letterground);
ms.addIcons(letterequipment);

/** The icon of a symbol code, such as `UCI---`. */
export const draw = (code: string): string => drawn(ms, code);
