import { Button } from 'antd';
import { useNavigate, useParams } from 'react-router-dom';
import { useGetLinkingDataQuery } from '../../data/pages/pagesApi.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LinkingFields } from './LinkingFields.tsx';
import { linkingFailure } from './linkingFailure.ts';
import styles from './VerifyLinkScreen.module.css';

/** What a linking token would link (spec section 2, 'Linking-token page'). */
export default function VerifyLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, isLoading, refetch } = useGetLinkingDataQuery({ token }, { skip: token === '' });
  const failure = linkingFailure(data, error);

  return (
    <main className={styles.screen}>
      <div className={`u-card u-grid u-gap16 ${styles.card}`}>
        <h1 className={styles.title}>Linking Token</h1>
        {token === '' && <ErrorAlert message="No linking token provided in URL." />}
        {isLoading && <Skeleton label="Loading linking data" rows={4} rowHeightPx={28} />}
        {failure && <ErrorAlert message={failure} onRetry={() => void refetch()} />}
        {data && !failure && (
          <>
            <p role="note" className={styles.note}>
              This linking token is valid and ready for linking.
            </p>
            <LinkingFields data={data} />
          </>
        )}
        <Button type="primary" onClick={() => navigate('/')}>
          Back to Home
        </Button>
      </div>
    </main>
  );
}
