/** Maps that were fetched already, by scenario. */
import type { Scene } from '../board/scene';

export const scenes = new Map<string, Promise<Scene>>();
