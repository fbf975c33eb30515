import { expose } from 'comlink';
import { servedTesseract } from '../src/adapters/ocr/load-tesseract.ts';
import { createTesseractOcr } from '../src/adapters/ocr/tesseract-ocr.ts';
import { createOcrService } from '../src/adapters/worker/ocr-service.ts';

expose(createOcrService(createTesseractOcr(servedTesseract)));
