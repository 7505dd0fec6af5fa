import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { isLevel, leavesOf } from '#domain/access/permission-tree.ts';
import type { Json, Language, PermissionNode } from '#domain/model.ts';
import { textOf } from '#cells/cell.ts';
import './permission-tree.css';

type Line = { id: string; page: string; levels: string[] };

/** What a role gives, to be read: its pages by group, each with what may be done there. */
export function PermissionList({ value }: { value: Json | undefined }) {
  const { t } = useTranslation('widgets');
  const { permissions } = useModel();
  const { language } = useWorkspace();
  const chosen = new Set(Array.isArray(value) ? value.map(textOf) : []);
  const groups = permissions.map((group) => ({ group, lines: linesOf(group, chosen, language) })).filter(({ lines }) => lines.length > 0);
  if (groups.length === 0) return <p className="wx-note">{t('tree.nothing')}</p>;
  return (
    <ul className="wx-grants">
      {groups.map(({ group, lines }) => (
        <li key={group.id} className="wx-grant-group">
          <span className="wx-grant-name">
            {group.label[language]}
            {leavesOf(group).every(({ id }) => chosen.has(id)) && <span className="wx-note">{t('tree.whole')}</span>}
          </span>
          <ul>
            {lines.map(({ id, page, levels }) => (
              <li key={id}>
                {page}
                <span className="wx-grant-levels">{levels.join(' · ')}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** One line for each page of which something is given; pages in pages carry the names above them. */
function linesOf(node: PermissionNode, chosen: ReadonlySet<string>, language: Language, above: readonly string[] = []): Line[] {
  const children = node.children ?? [];
  const levels = children.filter((child) => isLevel(child) && chosen.has(child.id)).map((child) => child.label[language]);
  const own = children.length === 0 ? chosen.has(node.id) : levels.length > 0;
  const page = above.length === 0 ? node.label[language] : above.join(' / ');
  return [
    ...(own ? [{ id: node.id, page, levels }] : []),
    ...children.filter((child) => !isLevel(child)).flatMap((child) => linesOf(child, chosen, language, [...above, child.label[language]])),
  ];
}
