/** Parts of the game page that are not on the first screen: fetched once the board is drawn, and again if that failed. */

const AGAIN = 3000; // milliseconds until they are tried again

class Later {
  /** Nothing until they have been fetched. */
  parts = $state.raw<typeof import('./parts') | null>(null);
  /** Whether they could not be fetched, and are tried again. */
  missing = $state(false);
  private asked = false;

  /** Fetches them, if that has not been done. */
  fetch(): void {
    if (this.asked) return;
    this.asked = true;
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.parts = await import('./parts');
      this.missing = false;
    } catch {
      this.missing = true;
      setTimeout(() => void this.begin(), AGAIN);
    }
  }
}

export const later = new Later();
