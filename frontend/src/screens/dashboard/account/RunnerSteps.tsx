import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LoginOutlined from '@ant-design/icons/LoginOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import { Button } from 'antd';
import { openOutside } from '../../../telegram/openOutside.ts';
import styles from './account.module.css';

const STEPS = [
  [DownloadOutlined, 'Download it', 'and unpack it on the computer that is to post.'],
  [PlayCircleOutlined, 'Start it', 'with npm install and npm start. It needs Node and Chromium.'],
  [KeyOutlined, 'Pair it', 'by the code that it shows.'],
  [LoginOutlined, 'Add your pages', 'with node runner.mjs add: log in to each page once.'],
  [MoonOutlined, 'Done', 'The browsers sleep until there is something to post.'],
] as const;

/** How a runner is set up. */
export function RunnerSteps() {
  return (
    <section className="u-grid u-gap10" aria-label="Set up a runner">
      <ol className={`u-list u-grid u-gap8 ${styles.steps}`}>
        {STEPS.map(([Icon, title, text], index) => (
          <li key={title} className={styles.stepLine}>
            <span className={styles.step} aria-hidden>
              <Icon />
            </span>
            <span>
              <span className="u-medium">
                {index + 1}. {title}
              </span>{' '}
              <span className="u-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button icon={<DownloadOutlined aria-hidden />} href="/runner.zip" download onClick={openOutside}>
          Get runner.zip
        </Button>
      </div>
    </section>
  );
}
