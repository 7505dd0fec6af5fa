import { faultsOfPorts } from './site-faults/of-ports.ts';
import { faultsOfServices } from './site-faults/of-services.ts';
import { faultsOfSite } from './site-faults/of-site.ts';
import type { SiteFault } from './site-faults/fault.ts';

/** Every rule across fields of section 5, every error of section 8 that saving a site may meet, and the rules that are ours. */
export const siteFaults: readonly SiteFault[] = [...faultsOfSite, ...faultsOfPorts, ...faultsOfServices];
