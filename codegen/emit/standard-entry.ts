export { standardChecks } from '#domain/formats/standard-checks.ts';
