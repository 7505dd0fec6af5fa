import { asObject, isText } from '#domain/json.ts';
import { readFileSync } from 'node:fs';

import { fill, type Params } from '#domain/message.ts';
import type { Json, Language } from '#domain/model.ts';
import type { Problems } from '#domain/problems.ts';
import type { Finding, ProblemError } from '#server/kernel/problem.ts';

type Catalogue = Record<string, string>;

/** A finding with its sentence. */
export type FindingDocument = Required<Pick<Finding, 'pointer' | 'code' | 'params'>> & Pick<Finding, 'level'> & { detail: string };
/** A problem as it is sent (RFC 9457). */
export type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  serviceCode?: number;
  requestId: string;
  params?: Params;
  errors?: FindingDocument[];
  current?: Json;
};

/** Every sentence that the server says, in both languages. */
export class Sentences {
  readonly #problems: Problems;
  readonly #validation: Record<Language, Catalogue>;
  readonly #messages: Record<Language, Catalogue>;

  constructor(problems: Problems, locales: string) {
    this.#problems = problems;
    this.#validation = { zh: read(`${locales}/zh/validation.json`), en: read(`${locales}/en/validation.json`) };
    this.#messages = { zh: read(`${locales}/messages/zh.json`), en: read(`${locales}/messages/en.json`) };
  }

  /** What leaves by mail or SMS, and words for what has no label. */
  message(key: 'login' | 'reset' | 'resetSubject' | 'on' | 'off' | 'unset', language: Language, params: Params = {}): string {
    return fill(this.#messages[language][key] ?? '{{code}}', params);
  }

  /** The problem document (RFC 9457). */
  problem({ problem, extra }: ProblemError, language: Language, requestId: string): ProblemDocument {
    const entry = this.#problems[problem.code];
    const { errors, current } = extra;
    return {
      type: `/problems/${problem.code}`,
      title: entry ? fill(entry.title[language], problem.params) : problem.code,
      status: problem.status,
      detail: entry ? fill(entry.detail[language], problem.params) : problem.code,
      code: problem.code,
      ...(problem.serviceCode === undefined ? {} : { serviceCode: problem.serviceCode }),
      requestId,
      ...(Object.keys(problem.params).length > 0 ? { params: problem.params } : {}),
      ...(errors ? { errors: errors.map((finding) => this.finding(finding, language)) } : {}),
      ...(current === undefined ? {} : { current }),
    };
  }

  finding(finding: Finding, language: Language): FindingDocument {
    const template = this.#validation[language][finding.code] ?? this.#problems[finding.code]?.detail[language] ?? finding.code;
    const params = finding.params ?? {};
    return {
      pointer: finding.pointer,
      code: finding.code,
      params,
      detail: fill(template, params),
      ...(finding.level ? { level: finding.level } : {}),
    };
  }
}

/** `locale`, else the header, else Chinese. */
export function languageOf(locale: unknown, accept: string | undefined): Language {
  if (locale === 'zh' || locale === 'en') return locale;
  const first = /\b(zh|en)\b/i.exec(accept ?? '')?.[1]?.toLowerCase();
  return first === 'en' ? 'en' : 'zh';
}

function read(file: string): Catalogue {
  try {
    return Object.fromEntries(
      Object.entries(asObject(JSON.parse(readFileSync(file, 'utf8')))).filter((entry): entry is [string, string] => isText(entry[1])),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
