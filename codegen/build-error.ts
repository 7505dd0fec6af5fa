/** A mistake in the contract: where it stands, what is wrong, what to do about it. */
export type Finding = {
  file: string;
  line?: number;
  /** Where in the file, as a JSON pointer. */ pointer?: string;
  message: string;
  remedy: string;
};

/** Thrown once, with every finding of a stage, so that an author mends a file in one go. */
export class BuildError extends Error {
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    super(findings.map(describeFinding).join('\n'));
    this.name = 'BuildError';
    this.findings = findings;
  }
}

export function describeFinding(finding: Finding): string {
  const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`;
  return `${place}${finding.pointer === undefined ? '' : ` (${finding.pointer})`}: ${finding.message}\n  ${finding.remedy}`;
}
