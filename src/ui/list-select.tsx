import { Select, type SelectProps } from 'antd';
import { type ReactNode, useState } from 'react';

/**
 * antd's list, but Tab leaves it. Its own takes the option that happens to be active: whoever tabbed on from an open list
 * chose something unseen, or lost what was chosen before.
 */
export function ListSelect<Value, Option extends object>(props: SelectProps<Value, Option>): ReactNode {
  const [own, setOwn] = useState(false);
  const open = props.open ?? own;
  const show = (next: boolean): void => {
    setOwn(next);
    props.onOpenChange?.(next);
  };
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab' || !open) return;
        event.stopPropagation();
        show(false);
      }}
    >
      <Select<Value, Option> {...props} open={open} onOpenChange={show} />
    </div>
  );
}
