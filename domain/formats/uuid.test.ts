import { describeFormat } from '#domain/formats/format-table.ts';
import { uuid } from '#domain/formats/uuid.ts';

describeFormat(uuid, {
  good: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380', '00000000-0000-0000-0000-000000000000'],
  bad: [
    ['', 'invalid'],
    ['2eb8aa08aa9811eab4aa73b441d16380', 'invalid'],
    ['2eb8aa08-aa98-11ea-b4aa-73b441d1638', 'invalid'],
    ['2eb8aa08-aa98-11ea-b4aa-73b441d1638g', 'invalid'],
    ['2eb8-aa08-aa98-11ea-b4aa73b44-1d16380', 'invalid'],
    ['{2eb8aa08-aa98-11ea-b4aa-73b441d16380}', 'invalid'],
  ],
  normalised: [[' 2EB8AA08-AA98-11EA-B4AA-73B441D16380', '2eb8aa08-aa98-11ea-b4aa-73b441d16380']],
});
