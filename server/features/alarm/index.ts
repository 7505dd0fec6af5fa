/** What other features may use of this one. */
export { type Firing, quietOf, settleAttention } from '#server/features/alarm/attention.ts';
export { behindHubs } from '#server/features/alarm/behind.ts';
export { type AlertLevel, alertName, severityOf } from '#server/features/alarm/alert-codes.ts';
export { publishAlert } from '#server/features/alarm/publish-alert.ts';
export { alarmMark, type MarksOf, marksOf, placeIncidents, probeMarks, rateThresholds } from '#server/features/alarm/marks.ts';
export { causesOf } from '#server/features/alarm/causes.ts';
export { offlineAlarm } from '#server/features/alarm/offline.ts';
export { runDeliveries } from '#server/features/alarm/notify/deliver.ts';
export { clearedAlarm, measuredAlarm } from '#server/features/alarm/thresholds/alarm-rows.ts';
export { type Condition, conditionOf, type Phase, turnsOf } from '#server/features/alarm/thresholds/condition.ts';
export { measuresFor, readingsOf } from '#server/features/alarm/thresholds/readings.ts';
export { runAlarms, watchAlarms } from '#server/features/alarm/thresholds/watch.ts';
