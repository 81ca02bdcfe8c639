import { adminOperation } from '@flyerdeck/contracts/calls';
import { type FormEvent, useState } from 'react';
import plain from '../../app/plain.module.css';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { errorSentence } from '../../data/apiError.ts';
import { injectCalls } from '../../data/client.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import fields from '../../ui/fields.module.css';

const { useRestoreBackupMutation } = injectCalls({ restoreBackup: adminOperation.restoreBackup }, {});

/** For an installation in which nobody has signed in yet. */
export default function RestoreBackup() {
  const [code, setCode] = useState('');
  const [restore, { isLoading, error, data }] = useRestoreBackupMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !isLoading) void restore({ body: { proof: code.trim() } });
  };
  return (
    <section
      className="u-card"
      style={{ maxWidth: 440, marginTop: 16, padding: 20 }}
      aria-labelledby="restore-a-backup"
    >
      <h2 id="restore-a-backup" className="u-strong u-flush u-size16">
        Restore a backup
      </h2>
      {data ? (
        <p className="u-flush u-above8" role="status">
          The backup of {formatDateTime(data.made_at)} is restored. Posting is paused for everybody, because what was
          posted after it would be posted again. Sign in, check your pages, then start posting.
        </p>
      ) : (
        <form onSubmit={submit}>
          <p className="u-muted u-size14">
            Nobody has signed in yet. There is a backup of {formatDateTime(webAppSettings.backupMadeAt ?? '')}. The code
            to restore it is in the log of this server.
          </p>
          <div className="u-line u-gap8">
            <label htmlFor="restore-code">Code</label>
            <input
              id="restore-code"
              className={`${fields.input} u-shrink`}
              value={code}
              autoComplete="off"
              onChange={({ target }) => setCode(target.value)}
              disabled={isLoading}
            />
            <button type="submit" className={plain.button} disabled={!code.trim() || isLoading}>
              Restore
            </button>
          </div>
          {isLoading && <p role="status">A large backup takes several minutes.</p>}
          {error && (
            <p role="alert" className="u-notice u-tone u-above8" data-tone="danger">
              {errorSentence(
                error,
                'The server has not answered. It may still restore the backup: reload this page after some minutes',
              )}
            </p>
          )}
        </form>
      )}
    </section>
  );
}
