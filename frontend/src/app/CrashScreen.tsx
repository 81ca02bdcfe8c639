import { Component, type ReactNode } from 'react';
import styles from './CrashScreen.module.css';
import plain from './plainButton.module.css';

interface Props {
  readonly children: ReactNode;
}

/** What is left when rendering failed or a chunk of an older release is gone: a word, and a way to load anew. */
export class CrashScreen extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main role="alert" className={`u-grid u-gap12 u-padded ${styles.crash}`}>
        <p>Something went wrong. Reload the page to go on.</p>
        <button type="button" className={plain.button} onClick={() => window.location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
