import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { ExportBody } from '@flyerdeck/contracts/types';
import { Button, message } from 'antd';
import { useRequestExportMutation } from '../../../data/admin/exportsApi.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { download } from '../../../telegram/openOutside.ts';

interface ExportButtonProps {
  /** The list with the filters and the order that the screen has. */
  readonly body: ExportBody;
  readonly disabled: boolean;
}

/** Downloads all filtered rows as CSV. A download sends no session headers, so it uses a one-time URL. */
export function ExportButton({ body, disabled }: ExportButtonProps) {
  const [request, { isLoading }] = useRequestExportMutation();
  const [messages, holder] = message.useMessage();

  const start = async () => {
    const { data, error } = await request({ body });
    if (data) download(data.download_url);
    else messages.error(errorSentence(error, 'Failed to export.'));
  };

  return (
    <>
      <Button disabled={disabled} icon={<DownloadOutlined aria-hidden />} loading={isLoading} onClick={start}>
        Export CSV
      </Button>
      {holder}
    </>
  );
}
