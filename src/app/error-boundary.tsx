import { Component, type ReactNode } from 'react';
import css from './controls.module.css';
import { Icon } from './icons.tsx';
import { strings } from './strings.ts';

/** Holds a part of the page: where drawing it fails, that part alone says so, and the rest goes on. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode; readonly className?: string },
  { readonly failure?: string }
> {
  override state: { readonly failure?: string } = {};

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render() {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <div className={`${css.error} ${this.props.className ?? ''}`} role="alert">
        <Icon name="warning" />
        <div>
          <p>
            {strings.error.part} {failure}
          </p>
          <p>{strings.error.partStep}</p>
          <button type="button" className={css.link} onClick={() => location.reload()}>
            {strings.error.reload}
          </button>
        </div>
      </div>
    );
  }
}
