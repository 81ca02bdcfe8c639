import { reportWebVitals } from '@flyerdeck/contracts';
import { webVitals } from '../metrics.ts';
import type { EndpointRouter } from './mountEndpoint.ts';

export function mountWebVitalsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(reportWebVitals, async ({ body: { screen, lcp_ms, inp_ms, cls } }) => {
    if (lcp_ms !== undefined) webVitals.lcp.observe({ screen }, lcp_ms / 1_000);
    if (inp_ms !== undefined) webVitals.inp.observe({ screen }, inp_ms / 1_000);
    if (cls !== undefined) webVitals.cls.observe({ screen }, cls);
  });
}
