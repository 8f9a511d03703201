/** Plans on the board: which of them are drawn, how strongly, and in which ink. */
import type { Plan } from './scene';

export const INKS = 6;

/** The ink of a plan, one for each. */
export function inkOf(plan: Plan): string {
  return `var(--plan-${plan.colour % INKS})`;
}

/** Whether a plan is only prepared: it is drawn in dashes. */
export function prepared(plan: Plan): boolean {
  return plan.state === 'draft' || plan.state === 'preparing' || plan.state === 'template';
}

/** Whether a plan still matters: what has ended is not drawn, and a template only while somebody looks at it. */
export function alive(plan: Plan): boolean {
  return plan.state === 'draft' || plan.state === 'preparing' || plan.state === 'implemented';
}

/** The plan with this number, if it is there. */
export function planOf(plans: readonly Plan[], id: number | null): Plan | null {
  return id === null ? null : (plans.find((plan) => plan.id === id) ?? null);
}

/** The plan that is in hand when nobody has chosen one: the one being written, else the first that matters. */
export function firstOf(plans: readonly Plan[]): Plan | null {
  return plans.find((plan) => plan.state === 'draft') ?? plans.find((plan) => plan.state === 'preparing') ?? plans.find((plan) => plan.state === 'implemented') ?? null;
}
