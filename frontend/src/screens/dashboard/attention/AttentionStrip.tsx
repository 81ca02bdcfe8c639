import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { ATTENTION_KINDS, type AttentionKind } from '@flyerdeck/contracts/attention.values';
import { useAppSelector, useUrlParams, withParam } from '../../../app/hooks.ts';
import { useGetAttentionQuery } from '../../../data/attention/attentionApi.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { View } from '../views.ts';
import styles from './attention.module.css';
import { ATTENTION_WORDS, attentionLabel } from './attentionWords.ts';

const AttentionDialog = lazyPart(() => import('./AttentionDialog.tsx'));

/** Pages go offline without a hint of the server. */
const RELOAD_MS = 60_000;

interface AttentionStripProps {
  onShow(view: View): void;
  onSearchIn(view: View, text: string): void;
}

export default function AttentionStrip(show: AttentionStripProps) {
  const isBotRefused = useAppSelector(selectCurrentUser)?.bot_may_write === false;
  const [, changeParams] = useUrlParams();
  const { data } = useGetAttentionQuery(undefined, {
    pollingInterval: RELOAD_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const [opened, setOpened] = useUiState<AttentionKind | null>('attention', null);
  const kinds = ATTENTION_KINDS.filter((kind) => data && data[kind] > 0);

  return (
    <>
      {data?.posting_paused && (
        <p role="status" className="u-page u-notice u-tone u-flush" data-tone="warning">
          Posting is paused for everybody: {data.posting_paused}
        </p>
      )}
      {/* Always there, so that the content below does not move. */}
      <section aria-label="Needs attention" style={{ background: 'var(--fd-surface)' }}>
        <div className={`u-page u-line u-gap6 ${styles.kinds}`}>
          {isBotRefused && (
            <button
              type="button"
              className={`u-tone u-small u-medium u-nowrap ${styles.kind}`}
              data-tone="warning"
              aria-haspopup="dialog"
              onClick={() => changeParams(withParam('dialog', 'messages'))}
            >
              The bot cannot write to you
            </button>
          )}
          {data && kinds.length === 0 && !isBotRefused && (
            <span className="u-muted u-small">Nothing needs attention.</span>
          )}
          {data && kinds.length > 0 && (
            <WarningOutlined aria-hidden style={{ flex: 'none', color: 'var(--fd-warning)' }} />
          )}
          {data &&
            kinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className={`u-tone u-small u-medium u-tabular u-nowrap ${styles.kind}`}
                data-tone={ATTENTION_WORDS[kind].tone}
                aria-haspopup="dialog"
                onClick={() => setOpened(kind)}
              >
                {attentionLabel(kind, data[kind])}
              </button>
            ))}
        </div>
      </section>
      {data && opened && (
        <AttentionDialog key={opened} kind={opened} count={data[opened]} {...show} onClosed={() => setOpened(null)} />
      )}
    </>
  );
}
