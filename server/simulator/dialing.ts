import type { DocOf } from '#server/store/items/typed.ts';
import type { Progress } from '#server/kernel/network.ts';
import type { StepContext } from '#server/simulator/step-context.ts';
import { incidentsAt } from '#server/simulator/network.ts';
import { placeAt } from '#server/features/site/places.ts';
import { type Dialled, endDialing } from '#server/features/mobile-office/dialing.ts';
import { breachOf } from '#server/features/sla/index.ts';
import { measure } from '#server/simulator/probe.ts';

type Template = DocOf<'DialingTemplate'>;

/** A site asks one target after the other, all sites at the same time. */
const TARGET_MS = 2000;

/** A look at a running task: how far it is, and at its end what every site measured to every target. */
export async function dialingStep(context: StepContext<'DialingTask'>): Promise<Progress<'DialingTask'>> {
  const { services, tx, item, elapsed } = context;
  const templates = services.store.spec('DialingTemplate');
  const template = (await tx.get(templates, item.doc.templateId))?.doc;
  if (!template) return { doc: item.doc, state: 'failed' };
  const needed = template.targets.length * TARGET_MS;
  const progress = Math.min(100, Math.floor((elapsed / needed) * 100));
  if (progress < 100) return { doc: { ...item.doc, progress }, state: 'running' };
  return endDialing(context, template.probeType, await dial(context, template));
}

async function dial({ services, tx, item, now }: StepContext<'DialingTask'>, template: Template): Promise<Dialled[]> {
  const results: Dialled[] = [];
  for (const siteId of item.doc.siteIds) {
    const place = await placeAt(services, tx, siteId);
    if (!place) continue;
    const from = now - template.interval * 1000;
    const incidents = incidentsAt(place, from, now);
    for (const target of template.targets) {
      const measured = measure({ ...template, siteId, target }, from, now, incidents, place.silentFrom > now);
      results.push({ siteId, target, measured, exceeded: breachOf(template, measured) !== undefined });
    }
  }
  return results;
}
