/** How grave an alarm is, the gravest first. */
export const severities = ['Emergency', 'Critical', 'Warning'] as const;
