import { createCanopy } from 'canopy-web';

// The bundler places the workers; models are served as they are.
const canopy = createCanopy({ encoder: { modelsUrl: '../canopy/models/' } });
const form = document.querySelector('form');

/** Stands for your own search: whatever it finds is pruned before anybody is paid to read it. */
async function search() {
  const response = await fetch('../voyages.txt');
  const passages = (await response.text()).trim().split('\n\n');
  return passages.map((text) => ({ title: 'Voyages', text }));
}

async function ask({ url, model, question }) {
  const found = await search();
  const { text, tokensBefore, tokensAfter } = await canopy.compress(question, found, { dial: 0.8 });
  document.querySelector('pre').textContent = text;
  document.querySelector('#figures').textContent = `${tokensAfter} of ${tokensBefore} tokens`;

  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: `${text}\n\nAnswer from this: ${question}` }],
    }),
  });
  if (!response.ok) throw new Error(`The endpoint answers ${response.status}.`);
  const { choices } = await response.json();
  return choices[0].message.content;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const output = document.querySelector('output');
  output.textContent = 'Looking for evidence…';
  try {
    output.textContent = await ask(Object.fromEntries(new FormData(form)));
  } catch (error) {
    output.textContent = error.message;
  }
});
