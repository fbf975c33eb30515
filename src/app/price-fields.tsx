import { useState } from 'react';
import controls from './controls.module.css';
import type { TokenPrices } from './cost.ts';
import css from './dialogs.module.css';
import { useServices } from './services.ts';
import { strings } from './strings.ts';

const words = strings.settings;

/** What the endpoint takes per million tokens; empty fields mean that nothing is reckoned. */
export function PriceFields() {
  const { settings } = useServices();
  const { prices } = settings.get();
  const [sent, setSent] = useState(prices === undefined ? '' : String(prices.sent));
  const [received, setReceived] = useState(prices === undefined ? '' : String(prices.received));
  const [currency, setCurrency] = useState(prices?.currency ?? 'USD');
  const change = (next: { sent?: string; received?: string; currency?: string }) => {
    settings.change({ prices: pricesFrom({ sent, received, currency, ...next }) });
  };
  return (
    <fieldset className={css.prices} aria-describedby="prices-help">
      <legend>{words.prices}</legend>
      <label>
        {words.priceSent}
        <input
          className={controls.input}
          inputMode="decimal"
          autoComplete="off"
          value={sent}
          onChange={({ target }) => {
            setSent(target.value);
            change({ sent: target.value });
          }}
        />
      </label>
      <label>
        {words.priceReceived}
        <input
          className={controls.input}
          inputMode="decimal"
          autoComplete="off"
          value={received}
          onChange={({ target }) => {
            setReceived(target.value);
            change({ received: target.value });
          }}
        />
      </label>
      <label>
        {words.currency}
        <input
          className={controls.input}
          autoComplete="off"
          spellCheck={false}
          maxLength={8}
          value={currency}
          onChange={({ target }) => {
            setCurrency(target.value);
            change({ currency: target.value });
          }}
        />
      </label>
      <p className={css.help} id="prices-help">
        {words.pricesHelp}
      </p>
    </fieldset>
  );
}

/** Prices out of what was typed, with a comma or a point; undefined until both are numbers that a price can be. */
export function pricesFrom(typed: {
  readonly sent: string;
  readonly received: string;
  readonly currency: string;
}): TokenPrices | undefined {
  const [sent, received] = [typed.sent, typed.received].map((text) =>
    text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')),
  );
  const isPrice = (value: number | undefined): value is number =>
    value !== undefined && Number.isFinite(value) && value >= 0;
  if (!isPrice(sent) || !isPrice(received)) return undefined;
  return { sent, received, currency: typed.currency.trim().toUpperCase() };
}
