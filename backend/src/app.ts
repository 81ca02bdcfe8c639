import { openApiDocument } from '@flyerdeck/contracts';
import Koa from 'koa';
import compress from 'koa-compress';
import { mountAdminRoutes } from './admin/admin.routes.ts';
import { auditExport } from './admin/audit/auditEvents.query.ts';
import { userLedgerExport } from './admin/credits/userCredits.query.ts';
import { trendsExport } from './admin/stats.query.ts';
import { creditUsersExport, usersExport } from './admin/usersExport.query.ts';
import { mountAssistantsRoutes } from './assistants/assistants.routes.ts';
import { applyPresetRules } from './assistants/assistants.service.ts';
import { mountFlyersRoutes } from './assistants/flyers.routes.ts';
import { mountRepeatsRoutes } from './assistants/repeats/repeats.routes.ts';
import { mountScreenshotsRoutes, screenshotsDownload } from './assistants/screenshots.routes.ts';
import { mountAttentionRoutes } from './attention/attention.routes.ts';
import { mountAuthRoutes } from './auth/auth.routes.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { mountBackupsRoutes } from './backup/backups.routes.ts';
import { mountComputerLinkRoutes } from './bot/computerLink.routes.ts';
import { webhookRoutes } from './bot/webhook.routes.ts';
import { mountCalendarRoutes } from './calendar/calendar.routes.ts';
import type { AppContext } from './context.ts';
import { mountCreditsRoutes } from './credits/credits.routes.ts';
import { csvDownloads, mountDownloadsRoutes } from './exports/downloads.routes.ts';
import { mountExtensionRoutes } from './extension/extension.routes.ts';
import { mountFeedChecksRoutes } from './feedChecks/feedChecks.routes.ts';
import { mountFilesRoutes } from './files/files.routes.ts';
import { mountApiDocs } from './http/apiDocs.ts';
import { errorHandler } from './http/errorHandler.ts';
import { notFound } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { Drain } from './http/httpServer.ts';
import { EndpointRouter } from './http/mountEndpoint.ts';
import { preconfiguredZips } from './http/preconfiguredZips.ts';
import { type RequestState, requestLog } from './http/requestLog.ts';
import { mockHostCheck, securityHeaders } from './http/securityHeaders.ts';
import { inlineScripts, limitFiles, staticFiles } from './http/staticFiles.ts';
import { drainUnreadBodies } from './http/throttle.ts';
import { mountLinkingRoutes } from './linking/linking.routes.ts';
import { mountAvatarsRoutes, mountPagesRoutes } from './pages/pages.routes.ts';
import { postingsExport } from './postings/list/postingsExport.query.ts';
import { mountPostingsRoutes } from './postings/postings.routes.ts';
import { mountPresetsRoutes } from './presets/presets.routes.ts';
import { accountDownload, mountPrivacyRoutes } from './privacy/privacy.routes.ts';
import { mountProblemReportRoutes } from './problemReports/problemReports.routes.ts';
import { mountQueueRoutes } from './queue/queue.routes.ts';
import { mountRunnersRoutes } from './runners/runners.routes.ts';
import { mountSitePackRoutes } from './sitePacks/sitePacks.routes.ts';
import { mountTasksRoutes } from './tasks/tasks.routes.ts';
import { VERSION } from './version.ts';

export interface App {
  readonly koa: Koa<RequestState>;
  readonly endpoints: EndpointRouter;
  readonly drain: Drain;
}

/** Requests pass through the middleware in the order in which it is added. */
export function createApp(context: AppContext, { validateResponses = false } = {}): App {
  const endpoints = new EndpointRouter(context, createAuthenticate(context.db), validateResponses);
  mountAuthRoutes(endpoints, context);
  mountPrivacyRoutes(endpoints, context);
  mountLinkingRoutes(endpoints, context);
  mountPagesRoutes(endpoints, context);
  mountAvatarsRoutes(endpoints, context);
  mountPresetsRoutes(endpoints, applyPresetRules);
  mountAssistantsRoutes(endpoints, context);
  mountFlyersRoutes(endpoints, context);
  mountRepeatsRoutes(endpoints);
  mountScreenshotsRoutes(endpoints);
  mountTasksRoutes(endpoints, context);
  mountQueueRoutes(endpoints);
  mountCalendarRoutes(endpoints);
  mountAttentionRoutes(endpoints);
  mountCreditsRoutes(endpoints, context);
  mountComputerLinkRoutes(endpoints, context);
  mountFilesRoutes(endpoints, context);
  mountPostingsRoutes(endpoints, context);
  mountExtensionRoutes(endpoints, context);
  mountRunnersRoutes(endpoints, context);
  mountSitePackRoutes(endpoints);
  mountFeedChecksRoutes(endpoints, context);
  mountProblemReportRoutes(endpoints);
  mountAdminRoutes(endpoints, context);
  mountBackupsRoutes(endpoints, context);
  mountDownloadsRoutes(endpoints, context, {
    ...csvDownloads(context, {
      postings: postingsExport,
      users: usersExport,
      credits: creditUsersExport,
      ledger: userLedgerExport,
      audit: auditExport,
      trends: trendsExport,
    }),
    account: accountDownload(context),
    screenshots: screenshotsDownload(context),
  });
  mountApiDocs(endpoints.router, () => openApiDocument(VERSION), limitFiles(context.limits));

  const koa = new Koa<RequestState>();
  // The last `trustProxy` entries of X-Forwarded-For were written by the operator's own proxies.
  koa.proxy = context.config.trustProxy > 0;
  koa.maxIpsCount = context.config.trustProxy;
  koa.silent = true;
  const drain = new Drain();
  const health = healthRoutes(context, drain);
  koa.use(drainUnreadBodies());
  koa.use(requestLog(context.logger));
  koa.use(securityHeaders(context.config, inlineScripts()));
  koa.use(errorHandler);
  koa.use(mockHostCheck(context.config));
  koa.use(drain.middleware);
  koa.use(compress());
  koa.use(health.routes());
  koa.use(webhookRoutes(context).routes());
  koa.use(endpoints.router.routes());
  koa.use(limitFiles(context.limits));
  koa.use(preconfiguredZips(context.config));
  koa.use(staticFiles(context.config));
  koa.use((ctx) => {
    throw notFound(
      'not_found',
      `There is no ${ctx.method} ${ctx.path.startsWith('/api') ? 'call' : 'page'} of this name.`,
    );
  });
  return { koa, endpoints, drain };
}
