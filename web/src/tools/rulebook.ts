/** Rules and how they are found. */
import type { components } from '../api/schema';

export type Rule = components['schemas']['Rule'];

/** The rules that speak of every word asked for; an id, or its beginning, finds its rule. */
export function found(rules: readonly Rule[], wanted: string): Rule[] {
  const words = wanted.trim().toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [...rules];
  const whole = words.join(' ');
  const byId = rules.filter((rule) => rule.id.toLowerCase() === whole);
  if (byId.length > 0) return byId;
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.chapter} ${rule.title} ${rule.statement}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What a rule rests on, where it is not the rules as published. */
export const SOURCES: Record<Rule['source'], string> = {
  seed: '',
  chart: 'from the charts',
  inferred: 'follows from other rules',
  ruling: 'our ruling, where the rules are silent',
};

/** The name of the option that a rule belongs to: it is written `vehicles=on`. */
export function optionOf(rule: Rule): string {
  return rule.option.split('=')[0]!;
}
