/** A picture with text and the words that stand in it. */
export interface Sample {
  readonly name: string;
  readonly image: ImageData;
  /** Each is looked for anywhere in the output, so that pictures and neighbouring columns may come between them. */
  readonly passages: readonly string[];
}

const PARAGRAPH =
  `The heat pump was installed on 14 March 2023 at a cost of 11,480 euros. Its seasonal performance factor reached 4.2
in the first year, against 3.6 promised by the maker. Between November and February it drew 3,105 kWh, which is 18% less than the old
boiler had used in gas. "We expected a smaller saving," said the caretaker, Ms. O'Brien; the board (five members) voted to equip
buildings B, C and D by 2026.`.replace(/\n/g, ' ');
const SLIDE = [
  'Quarterly review',
  'Revenue rose 12.5% to $84.3 million',
  'Churn fell from 3.1% to 2.4%',
  'Next step: hire 6 engineers in Porto',
];
const SCREEN = [
  'File   Edit   View   Help',
  'Connected to db-eu-1.example.net:5432',
  'SELECT name, price FROM parts WHERE stock < 10',
  '37 rows in 0.042 s',
];

/** Pages, slides and screens drawn by the browser, so that every character is known. */
export function renderedSamples(): Sample[] {
  const pages = ['Liberation Serif', 'Liberation Sans', 'Liberation Mono'].flatMap((font) =>
    [12, 16, 24].map((size) => page(font, size)),
  );
  return [...pages, slide(), compressed(slide(), 4), screen()];
}

function page(font: string, size: number): Sample {
  const width = size * 48;
  const { context, canvas } = paper(width, size * 26, '#fff');
  context.fillStyle = '#111';
  context.font = `${size}px "${font}"`;
  let line = '';
  let y = size * 2;
  for (const word of PARAGRAPH.split(' ')) {
    if (context.measureText(`${line} ${word}`).width > width - size * 4) {
      context.fillText(line, size * 2, y);
      line = word;
      y += size * 1.5;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  context.fillText(line, size * 2, y);
  return {
    name: `page, ${font}, ${size} px`,
    image: read(context, canvas),
    passages: [PARAGRAPH],
  };
}

function slide(): Sample {
  const { context, canvas } = paper(1280, 720, '#16324f');
  const gradient = context.createLinearGradient(0, 0, 1280, 720);
  gradient.addColorStop(0, '#16324f');
  gradient.addColorStop(1, '#6b2d5c');
  context.fillStyle = gradient;
  context.fillRect(0, 0, 1280, 720);
  context.fillStyle = '#fff';
  SLIDE.forEach((text, index) => {
    context.font = index === 0 ? 'bold 64px "Liberation Sans"' : '38px "Liberation Sans"';
    context.fillText(text, 90, 140 + index * 130);
  });
  return { name: 'slide, white on colours', image: read(context, canvas), passages: SLIDE };
}

function screen(): Sample {
  const { context, canvas } = paper(960, 540, '#2b2b2b');
  context.fillStyle = '#a9b7c6';
  SCREEN.forEach((text, index) => {
    context.font = index === 0 ? '13px "Liberation Sans"' : '14px "Liberation Mono"';
    context.fillText(text, 20, 30 + index * 60);
  });
  return { name: 'screen, grey on dark, 13-14 px', image: read(context, canvas), passages: SCREEN };
}

/** The same picture as a small video frame would show it. */
function compressed(sample: Sample, factor: number): Sample {
  const { width, height } = sample.image;
  const small = new OffscreenCanvas(width / 2, height / 2);
  const source = new OffscreenCanvas(width, height);
  source.getContext('2d')!.putImageData(sample.image, 0, 0);
  const context = small.getContext('2d')!;
  context.filter = `blur(${factor / 8}px)`;
  context.drawImage(source, 0, 0, width / 2, height / 2);
  return {
    name: `${sample.name}, half size, blurred`,
    image: read(context, small),
    passages: sample.passages,
  };
}

function paper(width: number, height: number, colour: string) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

function read(context: OffscreenCanvasRenderingContext2D, { width, height }: OffscreenCanvas) {
  return context.getImageData(0, 0, width, height);
}
