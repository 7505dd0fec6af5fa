import drawerModule from '@rc-component/drawer';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultOf } from './default-of.ts';
import { Icon } from './icon.tsx';
import './drawer.css';

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  /** 详情 / Details if absent. */
  title?: ReactNode;
  narrow?: boolean;
  /** Beside the title. */
  extra?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  /** Told once it has opened or closed for the eye too. */
  afterOpenChange?: (open: boolean) => void;
};

const RcDrawer = defaultOf(drawerModule);

/** As long as its transition in drawer.css, and the end of it where a browser forgets to say so. */
const slide = { motionAppear: true, motionEnter: true, motionLeave: true, motionDeadline: 500 };

/**
 * The drawer at the right. On a phone it takes the whole width. It is the part that antd's own drawer is made of (focus, Escape, scroll
 * lock, nesting), in our own clothes: with antd's come 60 kB of its theme, which most forms never need.
 */
export function Drawer({ open, onClose, title, narrow = false, extra, footer, children, afterOpenChange }: DrawerProps): ReactNode {
  const { t } = useTranslation('shell');
  const id = useId();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <RcDrawer
      prefixCls="drawer"
      open={open}
      onClose={onClose}
      size={narrow ? 'min(420px, 100vw)' : 'min(760px, 100vw)'}
      motion={still ? undefined : { ...slide, motionName: 'drawer-slide' }}
      maskMotion={still ? undefined : { ...slide, motionName: 'drawer-fade' }}
      afterOpenChange={afterOpenChange}
      focusTrap
      destroyOnHidden
      aria-labelledby={id}
    >
      <header className="drawer-header">
        <button type="button" className="drawer-close" aria-label={t('ui.close')} onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
        <div className="drawer-title" id={id}>
          {title ?? t('ui.details')}
        </div>
        {extra !== undefined && <div className="drawer-extra">{extra}</div>}
      </header>
      <div className="drawer-body">{children}</div>
      {footer !== undefined && <footer className="drawer-footer">{footer}</footer>}
    </RcDrawer>
  );
}
