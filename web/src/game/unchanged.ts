/** "Ask me only when something changes": whether orders stand as they did when the player was last asked. */
import type { Plan } from '../board/scene';

interface Orders {
  plans: readonly Pick<Plan, 'id' | 'state' | 'members'>[];
  reminders: readonly string[];
}

/** The orders of a side in a word: which are in which state, with how many units, and what there is to think of. */
export function standing(orders: Orders): string {
  return JSON.stringify([orders.plans.map((plan) => [plan.id, plan.state, plan.members.length]), orders.reminders]);
}

/** Remembers how orders stood when each question was last on the screen, for a game and a side. */
export class Unchanged {
  private asked = '';

  constructor(private readonly kept: Pick<Storage, 'getItem' | 'setItem'>) {}

  /** Whether this question comes up now and nothing has changed since it was last seen. Call it for every view. */
  again(question: string, orders: Orders): boolean {
    const key = `sandtable.orders.${question}`;
    const first = this.asked !== question;
    const same = this.kept.getItem(key) === standing(orders);
    this.asked = question;
    this.kept.setItem(key, standing(orders));
    return first && same;
  }

  /** Something else is asked, or nothing. */
  other(): void {
    this.asked = '';
  }
}
