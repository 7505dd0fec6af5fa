import { Drawer as AntdDrawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AntdTheme } from './antd-theme.tsx';

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

/** The drawer at the right. On a phone it takes the whole width. */
export function Drawer({ open, onClose, title, narrow = false, extra, footer, children, afterOpenChange }: DrawerProps): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <AntdTheme>
      <AntdDrawer
        open={open}
        onClose={onClose}
        title={title ?? t('ui.details')}
        size={narrow ? 'min(420px, 100vw)' : 'min(760px, 100vw)'}
        extra={extra}
        footer={footer}
        afterOpenChange={afterOpenChange}
        closable={{ 'aria-label': t('ui.close') }}
        destroyOnHidden
      >
        {children}
      </AntdDrawer>
    </AntdTheme>
  );
}
