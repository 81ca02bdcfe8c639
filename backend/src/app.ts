import { openApiDocument } from '@flyerdeck/contracts';
import Koa from 'koa';
import compress from 'koa-compress';
import { mountAuthRoutes } from './accounts/auth/auth.routes.ts';
import { createAuthenticate } from './accounts/auth/authenticate.ts';
import { accountDownload, mountPrivacyRoutes } from './accounts/privacy/privacy.routes.ts';
import { mountAdminRoutes } from './admin/admin.routes.ts';
import { auditExport } from './admin/audit/auditEvents.query.ts';
import { userLedgerExport } from './admin/credits/userCredits.query.ts';
import { mountProblemReportRoutes } from './admin/problemReports/problemReports.routes.ts';
import { trendsExport } from './admin/stats.query.ts';
import { creditUsersExport, usersExport } from './admin/usersExport.query.ts';
import { mountAssistantsRoutes } from './assistants/assistants.routes.ts';
import { applyPresetRules } from './assistants/assistants.service.ts';
import { mountCalendarRoutes } from './assistants/calendar/calendar.routes.ts';
import { mountFlyersRoutes } from './assistants/flyers/flyers.routes.ts';
import { mountScreenshotsRoutes, screenshotsDownload } from './assistants/flyers/screenshots.routes.ts';
import { mountPresetsRoutes } from './assistants/presets/presets.routes.ts';
import { mountRepeatsRoutes } from './assistants/repeats/repeats.routes.ts';
import { mountTasksRoutes } from './assistants/tasks/tasks.routes.ts';
import { webhookRoutes } from './bot/inbox/webhook.routes.ts';
import { mountComputerLinkRoutes } from './bot/outbox/computerLink.routes.ts';
import { mountStarsRoutes } from './bot/payments/stars.routes.ts';
import type { AppContext } from './context.ts';
import { mountCreditsRoutes } from './credits/credits.routes.ts';
import { mountFilesRoutes } from './files/files.routes.ts';
import { mountBackupsRoutes } from './operation/backup/backups.routes.ts';
import { mountFirstRestore, restoreOffer } from './operation/backup/firstRestore.ts';
import { mountExtensionRoutes } from './pages/device/extension.routes.ts';
import { mountLinkingRoutes } from './pages/linking/linking.routes.ts';
import { mountPagesRoutes } from './pages/pages.routes.ts';
import { mountRunnersRoutes } from './pages/runners/runners.routes.ts';
import { mountSitePackRoutes } from './pages/sitePacks/sitePacks.routes.ts';
import { mountAttentionRoutes } from './postings/attention/attention.routes.ts';
import { mountFeedChecksRoutes } from './postings/feedChecks/feedChecks.routes.ts';
import { postingsExport } from './postings/list/postingsExport.query.ts';
import { mountPostingsRoutes } from './postings/postings.routes.ts';
import { mountQueueRoutes } from './postings/queue/queue.routes.ts';
import { csvDownloads, mountDownloadsRoutes } from './server/exports/downloads.routes.ts';
import { mountApiDocs } from './server/http/apiDocs.ts';
import { errorHandler } from './server/http/errorHandler.ts';
import { notFound } from './server/http/errors.ts';
import { healthRoutes } from './server/http/health.ts';
import { Drain } from './server/http/httpServer.ts';
import { EndpointRouter } from './server/http/mountEndpoint.ts';
import { preconfiguredZips } from './server/http/preconfiguredZips.ts';
import { inlineScripts, limitFiles, staticFiles } from './server/http/staticFiles.ts';
import { type RequestState, requestLog } from './server/security/requestLog.ts';
import { mockHostCheck, securityHeaders } from './server/security/securityHeaders.ts';
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
  mountStarsRoutes(endpoints, context);
  mountFilesRoutes(endpoints, context);
  mountPostingsRoutes(endpoints, context);
  mountExtensionRoutes(endpoints, context);
  mountRunnersRoutes(endpoints, context);
  mountSitePackRoutes(endpoints);
  mountFeedChecksRoutes(endpoints, context);
  mountProblemReportRoutes(endpoints);
  mountAdminRoutes(endpoints, context);
  mountBackupsRoutes(endpoints, context);
  mountFirstRestore(endpoints, context);
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
  koa.use(staticFiles(context.config, { offeredBackup: restoreOffer(context) }));
  koa.use((ctx) => {
    throw notFound(
      'not_found',
      `There is no ${ctx.method} ${ctx.path.startsWith('/api') ? 'call' : 'page'} of this name.`,
    );
  });
  return { koa, endpoints, drain };
}
