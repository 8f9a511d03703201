/** What the server, or a page that is being loaded, still owes an answer to: the line at the top of the page shows it. */
class UnderWay {
  count = $state(0);
}
export const underWay = new UnderWay();

/** Shows that something is under way until it has been answered. */
export async function shown<T>(answer: Promise<T>): Promise<T> {
  await null; // pages may ask while they are drawn, and nothing may change then
  underWay.count += 1;
  try {
    return await answer;
  } finally {
    underWay.count -= 1;
  }
}
