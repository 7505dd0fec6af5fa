import { releasePublished } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** What devices may be loading this moment stays as it is. */
const FROZEN = ['version', 'models', 'fileName', 'fileSize', 'sha256'] as const;

export const release: EntityRules<'Release'> = {
  check: (doc, { before }) => {
    const published = before?.doc.state === 'published';
    const changed = FROZEN.find((name) => JSON.stringify(before?.doc[name]) !== JSON.stringify(doc[name]));
    if (published && changed !== undefined) {
      const problem = releasePublished();
      throw new ProblemError(problem, { errors: [{ pointer: `/${changed}`, code: problem.code }] });
    }
    return Promise.resolve([]);
  },
  beforeDelete: (item) => {
    if (item.doc.state === 'published') throw new ProblemError(releasePublished());
    return Promise.resolve();
  },
};
