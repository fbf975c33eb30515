import { expose } from 'comlink';
import { fileIngester } from '../src/adapters/ingest/ingest-file.ts';
import { createIngestService } from '../src/adapters/worker/ingest-service.ts';

expose(createIngestService(fileIngester));
