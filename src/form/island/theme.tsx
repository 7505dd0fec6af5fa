import { withTheme, type ThemeProps } from '@rjsf/core';
import { Choice } from './choice.tsx';
import { fields } from './fields.tsx';
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  CyclicSchemaExpandTemplate,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
} from './templates.tsx';

/**
 * Our controls and looks for @rjsf: for any form of that library, `withTheme(theme)`. `ui:widget` takes its names and ours. It
 * wants i18next with our `island`, `form` and `validation` texts around it, and `#ui/controls.css`.
 */
export const theme: ThemeProps = {
  fields,
  widgets: { SelectWidget: Choice },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    MultiSchemaFieldTemplate,
    CyclicSchemaExpandTemplate,
  },
};

export const ThemedForm = withTheme(theme);
