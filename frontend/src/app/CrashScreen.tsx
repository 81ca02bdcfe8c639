import { Component, type ReactNode } from 'react';
import plain from './plain.module.css';

interface Props {
  readonly children: ReactNode;
}

/** Shown when rendering failed, for example because a chunk of an older release no longer exists. */
export class CrashScreen extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="u-centred u-gap12 u-padded">
        <p>Something went wrong. Reload the page to go on.</p>
        <button type="button" className={plain.button} onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
