import type { LinkingData } from '@flyerdeck/contracts/types';
import type { SerializedError } from '@reduxjs/toolkit';
import { Button } from 'antd';
import { useNavigate, useParams } from 'react-router-dom';
import { type ApiError, errorSentence, publicErrorMessage } from '../../data/apiError.ts';
import { useGetLinkingDataQuery } from '../../data/pages/pagesApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { Terms } from '../../ui/Terms.tsx';

const QrCode = lazyPart(() => import('../../ui/QrCode.tsx'));

/** The response's error field, else the HTTP status, else the sentence for no response (spec section 8). */
function failureOf(data: object | undefined, error: ApiError | SerializedError | undefined): string | null {
  // Linking data may have an error field although the request succeeded (spec section 3).
  if (!error) return errorSentence(data, '') || null;
  return 'status' in error && error.status > 0 ? publicErrorMessage(error) : 'Failed to fetch linking data';
}

export default function VerifyLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, isLoading, refetch } = useGetLinkingDataQuery({ token }, { skip: token === '' });
  const failure = failureOf(data, error);

  return (
    // At the top, so that the card does not move while it grows.
    <main className="u-middle" style={{ alignItems: 'start' }}>
      <div className="u-card u-grid u-gap16" style={{ width: 'min(520px, 100%)', padding: 24 }}>
        <h1 className="u-flush u-size18 u-bold">Linking Token</h1>
        {token === '' && <ErrorAlert message="No linking token provided in URL." />}
        {isLoading && <Skeleton label="Loading linking data" rows={4} rowHeightPx={28} />}
        {failure && <ErrorAlert message={failure} onRetry={refetch} />}
        {data && !failure && (
          <>
            <p role="note" className="u-notice u-tone" data-tone="info">
              This linking token is valid and ready for linking.
            </p>
            <LinkingFields data={data} />
            <p className="u-flush">To link it on a phone, scan this in Flyerdeck there.</p>
            {/* As high as the code, which is loaded later. */}
            <div style={{ minHeight: 230 }}>
              <QrCode address={window.location.href} />
            </div>
          </>
        )}
        {!isLoading && (
          <Button type="primary" onClick={() => navigate('/')}>
            Back to Home
          </Button>
        )}
      </div>
    </main>
  );
}

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT/;

const fieldLabel = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

function fieldText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string' && ISO_DATE_TIME.test(value)) return formatDateTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const Fields = ({ values }: { readonly values: object }) => (
  <Terms
    terms={Object.entries(values).map(([name, value]) => [fieldLabel(name), fieldText(value)] as const)}
    className="u-grid u-break u-gap8 u-terms-table"
  />
);

/** Shows all fields unchanged: the response has no fixed shape, and the user checks the token here. */
function LinkingFields({ data }: { readonly data: LinkingData }) {
  const { pageData, ...fields } = data;
  return (
    <>
      <Fields values={fields} />
      {pageData && (
        <section aria-label="Page data">
          <h2 className="u-below8 u-size14 u-strong">Page data</h2>
          <Fields values={pageData} />
        </section>
      )}
    </>
  );
}
