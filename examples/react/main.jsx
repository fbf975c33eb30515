import 'canopy-web/element';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [summary, setSummary] = useState();
  return (
    <>
      <canopy-qa
        assets="../canopy/"
        sources="../voyages.txt ../missions.csv"
        dial="0.8"
        onanswer={({ detail }) => setSummary(detail)}
      />
      {summary && (
        <output>
          Read {summary.keptTokens} tokens instead of {summary.wholeTokens}.
        </output>
      )}
    </>
  );
}

createRoot(document.getElementById('page')).render(<Page />);
