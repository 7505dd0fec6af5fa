import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useWorkspace, type Workspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { isOpen, itemAddress, useViewer } from '#api/viewer.ts';
import { useUser } from '#api/user.ts';
import type { Model, NavigationEntry } from '#domain/model.ts';
import { keepEscape } from '#ui/keep-escape.ts';
import { PickList, type PickOption } from '#ui/pick-list.tsx';
import { companyPage, searchRows } from '#app/scope/companies.ts';
import { useEnterCompany } from '#app/scope/enter.ts';
import { allowedModes } from '#app/scope/modes.ts';
import { pages } from '#app/base/navigation.ts';
import { useCommands } from './commands.ts';
import { searchDelay, useDebounced } from '#app/scope/search-delay.ts';
import './palette.css';

type Entry = PickOption & { run: () => void };

/** Found by what is typed, each on the server. */
const searched = ['Site', 'Device'];
const mostPages = 8;
const mostRows = 5;

/** One field for everything: pages, sites, devices, companies, and what the menus do. The keyboard alone is enough. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), searchDelay);
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const model = useModel();
  const viewer = useViewer();
  const user = useUser();
  const enterCompany = useEnterCompany();
  const commands = useCommands();
  useEffect(() => dialog.current?.showModal(), []);

  const goTo = (address: string): void => void navigate(address);
  const wanted = text.trim().toLowerCase();
  const open = useMemo(() => pages(model).filter((entry) => entry.hidden !== true && isOpen(entry, viewer)), [model, viewer]);
  const found = useQuery({
    queryKey: ['palette', keyword, workspace.mode, workspace.companyId],
    queryFn: ({ signal }) => search(model, workspace, keyword, signal),
    enabled: keyword !== '',
  });
  const companies = useQuery({
    queryKey: ['palette', 'companies', keyword],
    queryFn: ({ signal }) => companyPage(keyword, 0, mostRows, signal),
    enabled: keyword !== '' && allowedModes(user).includes('company') && Object.keys(model.context).length > 0,
  });
  const rows = keyword === '' ? [] : (found.data ?? []);
  const options: Entry[] = [
    ...open
      .filter((entry) => matches(entry, wanted))
      .slice(0, mostPages)
      .map((entry) => ({
        key: entry.path,
        label: entry.title[workspace.language],
        detail: model.groups.find((group) => group.name === entry.group)?.title[workspace.language],
        group: t('palette.pages'),
        run: () => goTo(entry.path),
      })),
    ...rows.flatMap(({ resource, id, name }) => {
      const address = itemAddress(model, viewer, resource, id);
      const title = model.resources[resource]?.plural[workspace.language];
      return address === undefined ? [] : [{ key: `${resource} ${id}`, label: name, group: title, run: () => goTo(address) }];
    }),
    ...(keyword === '' ? [] : (companies.data ?? [])).map((company) => ({
      key: `company ${company.id}`,
      label: company.name,
      group: t('company.label'),
      run: () => enterCompany(company),
    })),
    ...commands
      .filter(({ label }) => wanted !== '' && label.toLowerCase().includes(wanted))
      .map((command) => ({ ...command, group: t('palette.commands') })),
  ];
  const busy = text.trim() !== keyword || found.isFetching || companies.isFetching;
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onKeyDown={keepEscape}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // beside the panel is the backdrop
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-panel">
        <PickList
          label={t('palette.search')}
          listLabel={t('palette.title')}
          text={text}
          onText={setText}
          options={options}
          busy={busy}
          state={found.isError ? t('palette.failed') : busy ? t('ui.loading') : options.length === 0 ? t('ui.nothing') : ''}
          onPick={({ run }) => {
            onClose();
            run();
          }}
          onClose={onClose}
        />
      </div>
    </dialog>
  );
}

function matches({ path, title }: NavigationEntry, wanted: string): boolean {
  return [path, title.zh, title.en].some((text) => text.toLowerCase().includes(wanted));
}

type SearchHit = { resource: string; id: string; name: string };

/** What the operator may list here and has that word in it. */
async function search(model: Model, workspace: Workspace, keyword: string, signal: AbortSignal): Promise<SearchHit[]> {
  const lists = searched
    .filter((name) => name in model.resources)
    .map((name) => searchRows(name, workspace.params, keyword, mostRows, signal));
  return (await Promise.all(lists)).flat();
}
