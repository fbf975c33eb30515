// A server renders the tag as it stands: there is no element to extend.
const Base: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** The attributes of `<canopy-qa>` as properties of the same name. */
export class ReflectedAttributes extends Base {
  get sources(): string {
    return this.getAttribute('sources') ?? '';
  }

  set sources(addresses: string) {
    this.setAttribute('sources', addresses);
  }

  get endpoint(): string {
    return this.getAttribute('endpoint') ?? '';
  }

  set endpoint(address: string) {
    this.setAttribute('endpoint', address);
  }

  get model(): string {
    return this.getAttribute('model') ?? '';
  }

  set model(name: string) {
    this.setAttribute('model', name);
  }

  get mode(): 'answer' | 'compress' {
    return this.getAttribute('mode') === 'compress' ? 'compress' : 'answer';
  }

  set mode(mode: 'answer' | 'compress') {
    this.setAttribute('mode', mode);
  }

  get assets(): string {
    return this.getAttribute('assets') ?? '';
  }

  set assets(address: string) {
    this.setAttribute('assets', address);
  }

  get k(): number | undefined {
    return this.#number('k');
  }

  set k(value: number | undefined) {
    this.#setNumber('k', value);
  }

  get rounds(): number | undefined {
    return this.#number('rounds');
  }

  set rounds(value: number | undefined) {
    this.#setNumber('rounds', value);
  }

  get dial(): number | undefined {
    return this.#number('dial');
  }

  set dial(value: number | undefined) {
    this.#setNumber('dial', value);
  }

  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string) {
    this.setAttribute('name', name);
  }

  get theme(): 'auto' | 'light' | 'dark' {
    const theme = this.getAttribute('theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  }

  set theme(theme: 'auto' | 'light' | 'dark') {
    this.setAttribute('theme', theme);
  }

  #number(name: string): number | undefined {
    const text = this.getAttribute(name);
    return text === null || text.trim() === '' ? undefined : Number(text);
  }

  #setNumber(name: string, value: number | undefined): void {
    if (value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }
}
