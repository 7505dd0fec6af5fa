import { Tree } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { currentUser, roleOf } from '#api/user.ts';
import { normaliseSelection, visibleTree, type PermissionTree as Nodes, type Role } from '#domain/access/permission-tree.ts';
import type { Language, PermissionNode } from '#domain/model.ts';
import { exampleField, textOf, useDocumentValue, type Example, type WidgetProps } from '#widgets/widget.ts';
import './control.css';

type TreeNode = { key: string; title: string; children?: TreeNode[] };

const roles: readonly Role[] = ['global', 'channel', 'company'];

/** What may be given to accounts of the type that the document names, else of the operator's own (spec section 6). */
function usePermissions(): PermissionNode[] {
  const { permissions } = useModel();
  const type = useDocumentValue('/type');
  return useMemo(() => {
    const user = currentUser();
    if (!user) return permissions;
    const role = roles.find((each) => each === type) ?? roleOf(user);
    return visibleTree(permissions, { role, admin: user.admin === true }) as PermissionNode[];
  }, [permissions, type]);
}

/** The permissions of a role. A parent is selected only while all below it is (spec section 4). */
export function PermissionTree({ id, value, onChange, onBlur, disabled, describedBy, label }: WidgetProps) {
  const { t } = useTranslation('widgets');
  const permissions = usePermissions();
  const { language } = useContext();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string[] | undefined>(undefined);
  const chosen = Array.isArray(value) ? value.map(textOf) : [];
  const nodes = useMemo(() => treeOf(permissions, language, search.trim().toLowerCase()), [permissions, language, search]);
  const all = useMemo(() => idsOf(nodes), [nodes]);
  const whole = useMemo(() => permissions.map((node) => plain(node, language)), [permissions, language]);
  const put = (shown: string[]): void => {
    // what the search hides keeps its state
    const hidden = chosen.filter((each) => !all.includes(each));
    onChange(normaliseSelection(whole, closed(whole, new Set([...hidden, ...shown]))));
  };
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
        <button type="button" className="wx-button" disabled={disabled} onClick={() => put(all)}>
          {t('tree.all')}
        </button>
        <button type="button" className="wx-button" disabled={disabled} onClick={() => put([])}>
          {t('tree.none')}
        </button>
        <span className="wx-note" aria-live="polite">
          {t('tree.count', { count: leavesOf(whole).filter((each) => chosen.includes(each)).length })}
        </span>
      </div>
      <Tree
        checkable
        selectable={false}
        disabled={disabled ?? false}
        treeData={nodes}
        checkedKeys={chosen.filter((each) => all.includes(each))}
        expandedKeys={search.trim() === '' ? (open ?? nodes.map((node) => node.key)) : all}
        onExpand={(keys) => setOpen(keys.map(String))}
        onCheck={(keys) => put((Array.isArray(keys) ? keys : keys.checked).map(String))}
        height={420}
        switcherIcon={
          <span aria-hidden style={{ display: 'inline-block' }}>
            ▾
          </span>
        }
      />
    </div>
  );
}

/** The nodes that the search finds, with all above and below them. */
function treeOf(nodes: readonly PermissionNode[], language: Language, search: string): TreeNode[] {
  return nodes.flatMap((node) => {
    const found = search === '' || node.label[language].toLowerCase().includes(search);
    const children = treeOf(node.children ?? [], language, found ? '' : search);
    if (!found && children.length === 0) return [];
    return [{ key: node.id, title: node.label[language], ...(children.length ? { children } : {}) }];
  });
}

function plain({ name, id, label, children }: PermissionNode, language: Language): Nodes[number] {
  return { name, id, label: label[language], ...(children ? { children: children.map((node) => plain(node, language)) } : {}) };
}

/** A parent of which everything is selected is selected too. */
function closed(nodes: Nodes, selected: Set<string>): Set<string> {
  const visit = (node: Nodes[number]): boolean => {
    if (!node.children?.length) return selected.has(node.id);
    const whole = node.children.map(visit).every(Boolean);
    if (whole) selected.add(node.id);
    return whole;
  };
  nodes.forEach(visit);
  return selected;
}

function idsOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => [node.key, ...idsOf(node.children ?? [])]);
}

function leavesOf(nodes: Nodes): string[] {
  return nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node.id]));
}

export const examples: Example[] = [
  {
    name: 'permission tree',
    field: exampleField('scopes', { kind: 'array', widget: 'permissionTree', items: exampleField('') }),
    value: ['0-0-0'],
  },
];
