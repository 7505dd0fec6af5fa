import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { Scope } from '#resource/scope.ts';
import { DataTable } from './data-table.tsx';
import { reordered } from './reorder.ts';
import type { Keyed } from '#resource/selection.ts';
import { useReorder } from './use-reorder.ts';

type Props = ComponentProps<typeof DataTable> & { scope: Scope; order: string };

/** The table of an ordered resource: rows move by drag or by keys, and the new order is saved at once. */
export function OrderedTable({ scope, order, rows, shape, ...table }: Props) {
  const { t } = useTranslation('resource');
  const put = useReorder(scope, order);
  const [moved, setMoved] = useState<readonly Keyed[]>();
  const shown = moved ?? rows;
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ordered = useMemo(() => ({ ...shape, Handle }), [shape]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: unknown): string => String(ids.indexOf(String(id)) + 1);
  const name = (id: unknown): string => shape.nameOf(shown[ids.indexOf(String(id))] ?? { id: String(id), row: {} });

  const save = async ({ active, over }: DragEndEvent): Promise<void> => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from < 0 || to < 0 || from === to) return;
    const next = reordered(shown, from, to, order);
    setMoved(next.rows);
    await put(next.changes, name(active.id));
    setMoved(undefined);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={(event) => void save(event)}
      accessibility={{
        screenReaderInstructions: { draggable: t('order.help') },
        announcements: {
          onDragStart: ({ active }) => t('order.lifted', { name: name(active.id), place: place(active.id) }),
          onDragOver: ({ active, over }) => (over ? t('order.over', { name: name(active.id), place: place(over.id) }) : undefined),
          onDragEnd: ({ active, over }) => (over ? t('order.dropped', { name: name(active.id), place: place(over.id) }) : undefined),
          onDragCancel: ({ active }) => t('order.cancelled', { name: name(active.id) }),
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <DataTable {...table} rows={shown} shape={ordered} />
      </SortableContext>
    </DndContext>
  );
}

/** The grip moves the row it stands in. */
function Handle({ keyed, name }: { keyed: Keyed; name: string }) {
  const { t } = useTranslation('resource');
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: keyed.id });
  const grip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const line = grip.current?.closest('tr');
    if (!line) return;
    line.style.transform = transform ? `translate3d(0, ${transform.y}px, 0)` : '';
    line.style.transition = transition ?? '';
    line.style.position = isDragging ? 'relative' : '';
    line.style.zIndex = isDragging ? '4' : '';
  }, [transform, transition, isDragging]);
  return (
    <button
      type="button"
      className="rt-grip"
      {...attributes}
      {...listeners}
      aria-label={t('order.handle', { name })}
      ref={(element) => {
        grip.current = element;
        setActivatorNodeRef(element);
        setNodeRef(element?.closest('tr') ?? null);
      }}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}
