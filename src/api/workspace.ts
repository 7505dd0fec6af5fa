import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';
import { asKeyOf, asObject, asText } from '#domain/json.ts';
import type { Language, Mode } from '#domain/model.ts';
import { language } from '#api/language.ts';
import { currentModel } from '#api/model.ts';

export type Company = { id: string; name: string; auditType?: string };
export type Channel = { id: string; name: string };

/** What the shell hands to its pages: which companies there are to work in, and the way into one. */
export type CompanyChoice = {
  companies: (keyword: string, skip: number, limit: number) => Promise<Company[]>;
  enter: (company: Company) => void;
};

/** Where the operator works. `params` are the path parameters that this binds (`{companyId: 'c-acme'}` in company mode). */
export type Workspace = {
  mode: Mode;
  companyId?: string;
  companyName?: string;
  auditType?: string;
  channelId?: string;
  channelName?: string;
  language: Language;
  params: Record<string, string>;
};

/** What is kept: the last company and channel survive a change of mode. */
type Stored = { mode: Mode; company?: Company | undefined; channel?: Channel | undefined };

const key = 'wan.context';
const changes = changesOf();
let stored: Stored = { mode: 'company' };
let current: Workspace | undefined;

/** Takes up what this tab, else the last one, worked in. `username` keeps accounts on one device apart. */
export function restoreWorkspace(username: string): boolean {
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  const found = parse(text, username);
  change(found ?? { mode: 'company' }, undefined);
  return found !== undefined;
}

export function readWorkspace(): Workspace {
  current ??= derive(stored);
  return current;
}

export function storedCompany(): Company | undefined {
  return stored.company;
}

export function setWorkspace(next: Partial<Stored>, username: string): void {
  change({ ...stored, ...next }, username);
}

/** The same person under another name works on where he was. */
export function renameWorkspace(from: string, to: string): void {
  if (parse(sessionStorage.getItem(key), from) !== undefined) change(stored, to);
}

/** Spec section 4: log-out removes target company and channel; what is left is the placeholder, a company without id. */
export function clearWorkspace(): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
  change({ mode: 'company' }, undefined);
}

export function useWorkspace(): Workspace {
  return useSyncExternalStore(changes.subscribe, readWorkspace);
}

function change(next: Stored, username: string | undefined): void {
  stored = next;
  current = derive(next);
  if (username !== undefined) {
    const text = JSON.stringify({ ...next, username });
    // tabs may work in different companies; a new tab starts with the latest choice
    sessionStorage.setItem(key, text);
    localStorage.setItem(key, text);
  }
  changes.publish();
}

function derive({ mode, company, channel }: Stored): Workspace {
  const inCompany = mode === 'company' && company !== undefined;
  const inChannel = mode === 'channel' && channel !== undefined;
  const [companyParam, channelParam] = Object.keys(currentModel()?.context ?? {});
  return {
    mode,
    language: language(),
    params: {
      ...(inCompany && companyParam !== undefined ? { [companyParam]: company.id } : {}),
      ...(inChannel && channelParam !== undefined ? { [channelParam]: channel.id } : {}),
    },
    ...(inCompany ? { companyId: company.id, companyName: company.name } : {}),
    ...(inCompany && company.auditType !== undefined ? { auditType: company.auditType } : {}),
    ...(inChannel ? { channelId: channel.id, channelName: channel.name } : {}),
  };
}

function parse(text: string | null, username: string): Stored | undefined {
  try {
    const value = asObject(JSON.parse(text ?? 'null'));
    if (value['username'] !== username) return undefined;
    return { mode: asKeyOf(modes, value['mode']) ?? 'company', company: companyOf(value['company']), channel: named(value['channel']) };
  } catch {
    return undefined;
  }
}

const modes: Record<Mode, true> = { global: true, channel: true, company: true };

function named(value: unknown): { id: string; name: string } | undefined {
  const { id, name } = asObject(value);
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

function companyOf(value: unknown): Company | undefined {
  const company = named(value);
  const auditType = asText(asObject(value)['auditType']);
  return company && auditType !== undefined ? { ...company, auditType } : company;
}
