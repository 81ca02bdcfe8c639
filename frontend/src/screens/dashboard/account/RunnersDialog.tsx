import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { PairRunner } from './PairRunner.tsx';
import { RunnerList } from './RunnerList.tsx';
import { RunnerSteps } from './RunnerSteps.tsx';

export default function RunnersDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="runners.open" title="Runners" width={560} onClosed={onClose}>
      {() => (
        <div className="u-grid u-gap16">
          <p className="u-muted u-flush">
            A runner posts for many pages from one computer: a browser runs only while its page has work.
          </p>
          <RunnerList />
          <RunnerSteps />
          <PairRunner />
        </div>
      )}
    </OpenedDialog>
  );
}
