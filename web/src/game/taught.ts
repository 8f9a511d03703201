/** Which battles are taught, and in which battle each is. The lessons themselves come with the teacher. */

/** The battles that have lessons of their own. */
const WITH_LESSONS = [
  'tactical_combat/first-firefight',
  'micro_armour/duel',
  'tcs/crossroads-1944',
  'tcs/crossroads-guns',
  'tactical_combat/lesson',
  'tcs/lesson',
  'tcs/command',
  'tcs/helicopters',
  'micro_armour/lesson',
] as const;

export type Taught = (typeof WITH_LESSONS)[number];

/** Whether a battle has lessons of its own. */
export function isTaught(scenario: string): scenario is Taught {
  return (WITH_LESSONS as readonly string[]).includes(scenario);
}

/** For the first battle of each system the small one in which its lesson is given: dice and bot do the same every time. */
const FIRST_LESSONS: Readonly<Record<string, string>> = {
  'tactical_combat/first-firefight': 'tactical_combat/lesson',
  'micro_armour/duel': 'micro_armour/lesson',
  'tcs/crossroads-1944': 'tcs/lesson',
};

/** The same for every battle whose lesson is given in another. */
export const LESSON_BATTLES: Readonly<Record<string, string>> = { ...FIRST_LESSONS, 'tcs/crossroads-guns': 'tcs/command', 'tcs/fulda-1987': 'tcs/helicopters' };

/** The battle of each system to begin with. */
export const FIRST_BATTLES: readonly string[] = Object.keys(FIRST_LESSONS);

/** The battles that are taught. */
export const TAUGHT: readonly string[] = [...new Set([...WITH_LESSONS, ...Object.keys(LESSON_BATTLES)])];

/** Under what the lesson of a game is remembered. */
export const lessonKey = (game: string): string => `sandtable.lesson.${game}`;
