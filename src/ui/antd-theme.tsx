import { ConfigProvider, theme as antd, type ThemeConfig } from 'antd';
import { createContext, use, useContext, type ReactNode } from 'react';
import { antdLocale, knownLocale } from './antd-locale.ts';
import { token, useTheme, type Theme } from './theme.ts';

type Seed = Parameters<typeof antd.defaultAlgorithm>[0];
type MapTokens = ReturnType<typeof antd.defaultAlgorithm>;

/** 取消 stays 取消: the name that is read out is the one that is written. */
const plainButtons = { autoInsertSpace: false };

const Inside = createContext(false);

/**
 * Gives antd's components the tokens of theme.css and the page's language. Any part that uses antd may wrap itself:
 * inside another one it does nothing, so that a page without antd never loads it. Suspends until the language is here.
 */
export function AntdTheme({ children }: { children: ReactNode }): ReactNode {
  return useContext(Inside) ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { children: ReactNode }): ReactNode {
  const config = configOf(useTheme());
  return (
    <Inside value={true}>
      <ConfigProvider theme={config} locale={knownLocale() ?? use(antdLocale())} button={plainButtons}>
        {children}
      </ConfigProvider>
    </Inside>
  );
}

/** antd mutes the colours it is given in the dark; ours are chosen for either theme and checked for contrast. */
function ownColours(seed: Seed, map?: MapTokens): MapTokens {
  const { colorPrimary, colorSuccess, colorWarning, colorError, colorInfo } = seed;
  return { ...(map ?? antd.defaultAlgorithm(seed)), colorPrimary, colorSuccess, colorWarning, colorError, colorInfo };
}

const configs = new Map<Theme, ThemeConfig>();

/** One for all: antd derives its tokens anew for every configuration that it has not seen. */
function configOf(theme: Theme): ThemeConfig {
  const config = configs.get(theme) ?? themeConfig(theme);
  configs.set(theme, config);
  return config;
}

function themeConfig(theme: Theme): ThemeConfig {
  return {
    algorithm: [theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, ownColours],
    token: {
      colorPrimary: token('primary'),
      colorPrimaryHover: token('primary-hover'),
      colorPrimaryActive: token('primary-active'),
      colorPrimaryBg: token('primary-soft'),
      colorLink: token('primary'),
      colorLinkHover: token('primary-hover'),
      colorLinkActive: token('primary-active'),
      colorSuccess: token('success'),
      colorWarning: token('warning'),
      colorError: token('danger'),
      colorInfo: token('info'),
      colorSuccessBg: token('success-soft'),
      colorWarningBg: token('warning-soft'),
      colorErrorBg: token('danger-soft'),
      colorInfoBg: token('info-soft'),
      colorText: token('text'),
      colorTextSecondary: token('text-2'),
      colorTextTertiary: token('text-3'),
      colorTextPlaceholder: token('text-3'),
      colorTextDescription: token('text-3'),
      colorTextLightSolid: token('on-primary'),
      colorBgLayout: token('bg'),
      colorBgContainer: token('surface'),
      colorBgElevated: token('surface'),
      colorBgSpotlight: token('text'),
      colorBgMask: token('backdrop'),
      colorBorder: token('border-strong'),
      colorBorderSecondary: token('border'),
      colorSplit: token('border'),
      fontFamily: token('font'),
      fontFamilyCode: token('mono'),
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 32,
      boxShadowSecondary: token('shadow-2'),
      wireframe: false,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500, defaultBorderColor: token('border') },
      Tooltip: { colorTextLightSolid: token('bg') },
    },
  };
}
