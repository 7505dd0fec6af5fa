import { useQuery } from '@tanstack/react-query';
import { resourceQuery } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';

/** What a resource calls the values of one of its enumerations; nothing while its labels are on their way. */
export function useEnumWords(resource: string, property: string): Record<string, string> {
  const { language } = useWorkspace();
  return useQuery(resourceQuery(resource, language)).data?.labels.enums[property] ?? {};
}
