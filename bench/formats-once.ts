import { addressLines } from '#bench/address-lines.ts';
import { parseAddressSet } from '#domain/formats/address-set.ts';

/** One reading of a pasted address set in a fresh process; prints its milliseconds. */
const text = addressLines(process.argv[2] ?? 'ipv4').join('\n');
const started = performance.now();
const report = parseAddressSet(text);
const took = performance.now() - started;
if (report.count !== 65_535 || report.errors.length > 0 || report.duplicates.length > 0)
  throw new Error('the lines are not what they should be');
process.stdout.write(took.toFixed(1));
