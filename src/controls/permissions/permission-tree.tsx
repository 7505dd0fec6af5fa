import { Tree } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { currentUser, roleOf } from '#api/user.ts';
import { leavesOf, type Role } from '#domain/access/permission-tree.ts';
import type { PermissionNode } from '#domain/model.ts';
import { PermissionList } from './permission-list.tsx';
import {
  checkedOf,
  searched,
  granted,
  isFixed,
  assignable,
  storedIds,
  toggled,
  type Checked,
  type GrantTerms,
} from './permission-nodes.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { useDocumentValue, type ControlProps } from '#controls/control.ts';
import { Icon } from '#ui/icon.tsx';
import '#controls/control.css';
import './permission-tree.css';

/** `why`: it stays as it is; said where it begins, below it only to those who do not see it. */
type TreeNode = { key: string; title: string; disableCheckbox: boolean; why: 'said' | 'known' | undefined; children?: TreeNode[] };

const roles: readonly Role[] = ['global', 'channel', 'company'];

/** What may be in a role of the type that the document names, else of the operator's own, and what the operator may give (spec section 6). */
function useTerms(): GrantTerms {
  const { permissions } = useModel();
  const type = useDocumentValue('/type');
  return useMemo(() => {
    const user = currentUser();
    const everything = permissions.flatMap(leavesOf).map(({ id }) => id);
    return {
      tree: permissions,
      type: roles.find((each) => each === type) ?? (user ? roleOf(user) : 'superAdmin'),
      grantable: new Set(user ? (user.grantable ?? user.scopes) : everything),
    };
  }, [permissions, type]);
}

/** The permissions of a role: what the operator holds can be given and taken, the rest is shown as it is. */
export function PermissionTree({ id, value, onChange, onBlur, disabled, describedBy, label }: ControlProps) {
  const { t } = useTranslation('widgets');
  const terms = useTerms();
  const { language } = useWorkspace();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string[] | undefined>(undefined);
  const leaves = useMemo(() => new Set(terms.tree.flatMap(leavesOf).map((leaf) => leaf.id)), [terms]);
  const chosen = new Set((Array.isArray(value) ? value.map(textOf) : []).filter((each) => leaves.has(each)));
  const whole = assignable(terms, chosen);
  const shown = searched(whole, language, search.trim().toLowerCase());
  const states = statesOf(whole, chosen);
  const nodeOf = new Map(flat(shown).map((node) => [node.id, node]));
  const toNode = (node: PermissionNode, inFixed: boolean): TreeNode => {
    const fixed = isFixed(node, terms);
    return {
      key: node.id,
      title: node.label[language],
      disableCheckbox: fixed,
      why: fixed ? (inFixed ? 'known' : 'said') : undefined,
      ...(node.children ? { children: node.children.map((each) => toNode(each, fixed)) } : {}),
    };
  };
  const put = (next: ReadonlySet<string>): void => onChange(storedIds(terms.tree, next));
  const keysOf = (state: Checked): string[] => [...states].flatMap(([key, each]) => (each === state ? [key] : []));
  if (disabled) return <PermissionList value={value} />;
  return (
    <div className="wx-stack" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} onBlur={onBlur}>
      <div className="wx-row">
        <input
          id={id}
          className="wx-input"
          type="search"
          value={search}
          placeholder={t('tree.search')}
          aria-label={`${label}: ${t('tree.search')}`}
          onChange={(event) => setSearch(event.target.value)}
        />
        <button type="button" className="wx-button" onClick={() => put(granted(shown, chosen, terms, true))}>
          {t('tree.all')}
        </button>
        <button type="button" className="wx-button" onClick={() => put(granted(shown, chosen, terms, false))}>
          {t('tree.none')}
        </button>
        <span className="wx-note" aria-live="polite">
          {t('tree.count', { count: chosen.size })}
        </span>
      </div>
      {whole.some((node) => leavesOf(node).some((leaf) => !terms.grantable.has(leaf.id))) && (
        <p className="wx-note">{t('tree.fixedHelp')}</p>
      )}
      <Tree<TreeNode>
        checkable
        checkStrictly
        selectable={false}
        treeData={shown.map((node) => toNode(node, false))}
        titleRender={titles(t('tree.fixed'))}
        checkedKeys={{ checked: keysOf('all'), halfChecked: keysOf('some') }}
        expandedKeys={search.trim() === '' ? (open ?? shown.map((node) => node.id)) : [...nodeOf.keys()]}
        onExpand={(keys) => setOpen(keys.map(String))}
        onCheck={(_, { node }) => {
          const clicked = nodeOf.get(node.key);
          if (clicked) put(toggled(clicked, chosen, terms));
        }}
        height={420}
        switcherIcon={
          <span style={{ display: 'inline-block' }}>
            <Icon name="chevron" size={14} />
          </span>
        }
      />
    </div>
  );
}

/** Names of nodes, with the reason why one cannot be changed. */
function titles(reason: string): (node: TreeNode) => ReactNode {
  return ({ title, why }) =>
    why ? (
      <span className="wx-fixed">
        {title}
        <span className={why === 'said' ? 'wx-fixed-why' : 'visually-hidden'}>{` ${reason}`}</span>
      </span>
    ) : (
      title
    );
}

function flat(nodes: readonly PermissionNode[]): PermissionNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
}

/** A parent is as checked as all below it, also below what a search hides. */
function statesOf(nodes: readonly PermissionNode[], chosen: ReadonlySet<string>): Map<string, Checked> {
  return new Map(flat(nodes).map((node) => [node.id, checkedOf(node, chosen)]));
}

export const examples: Example[] = [
  {
    name: 'permission tree',
    field: exampleField('scopes', { kind: 'array', widget: 'permissionTree', items: exampleField('') }),
    value: ['0-0-0'],
  },
];
