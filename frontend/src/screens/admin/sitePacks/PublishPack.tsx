import { Button, Flex, Input, Typography, Upload } from 'antd';
import { usePublishSitePackMutation } from '../../../data/admin/sitePacksApi.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { TitledCard } from '../layout/Section.tsx';

/** A pack is pasted or read from a file, and published. The server checks it and says in sentences what is wrong. */
export function PublishPack() {
  const [text, setText] = useUiState('sitePacks.text', '');
  const [owner, setOwner] = useUiState('sitePacks.owner', '');
  const [publish, { isLoading, error, data, originalArgs }] = usePublishSitePackMutation();
  const failure = failureSentence(error, 'Failed to publish the pack');
  const telegramId = owner.trim();
  const send = async () => {
    const answer = await publish({ body: { text, ...(telegramId !== '' && { telegram_id: telegramId }) } });
    if (!('error' in answer)) setText('');
  };
  const publishedTo = originalArgs?.body.telegram_id;
  return (
    <TitledCard title="Publish a Pack">
      <Flex vertical gap="small" align="start">
        <Input.TextArea
          aria-label="Pack as JSON"
          placeholder="Paste a pack as JSON, or choose a file"
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Input
          aria-label="Telegram ID of one owner"
          placeholder="For the pages of one owner: Telegram ID. Empty: all pages"
          value={owner}
          onChange={(event) => setOwner(event.target.value)}
        />
        {failure?.split('\n').map((sentence) => (
          <ErrorAlert key={sentence} message={sentence} />
        ))}
        {data && !failure && (
          <Typography.Text role="status">
            Version {data.version} is published to {publishedTo ? `the pages of ${publishedTo}` : 'all pages'}.
          </Typography.Text>
        )}
        <Flex wrap gap="small">
          <Upload
            accept=".json,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              void file.text().then(setText);
              // The file is only read.
              return false;
            }}
          >
            <Button>Choose File</Button>
          </Upload>
          <Button type="primary" loading={isLoading} disabled={text.trim() === ''} onClick={send}>
            {telegramId === '' ? 'Publish to All Pages' : 'Publish to One Owner'}
          </Button>
        </Flex>
      </Flex>
    </TitledCard>
  );
}
