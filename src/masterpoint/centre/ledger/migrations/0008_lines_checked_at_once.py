"""PostgreSQL: the lines of a statement are checked all at once for their postings and their people.

Foreign keys look every line up by itself, which took longer than to write it with all its indexes. What they promised
holds as before: a line has its posting and its person, and neither goes away under it. `masterpoint_lines_known` locks
both as a foreign key does, so whoever deletes one of them waits for the line, and then sees it. That is so where each
statement sees all that is done by then; so nothing is deleted in a transaction that sees an earlier moment. Evenings at
which somebody won nothing are written with every filing, too, and kept alike.

Totals are caches of the lines, written with them: `verify` finds one that is nobody's.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

CHECKED = ("ledger_line", "ledger_total", "ledger_overall", "filing_zeroevening")
FOREIGN_KEYS = """
SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'f' AND conrelid = ANY (%s::regclass[]) ORDER BY 1, 2
"""
KNOWN = """
CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted bigint[]; there bigint;
BEGIN
wanted := ARRAY (SELECT DISTINCT {column} FROM written);
PERFORM FROM {table} WHERE id = ANY (wanted) FOR KEY SHARE;
GET DIAGNOSTICS there = ROW_COUNT;
IF there <> cardinality(wanted) THEN
RAISE foreign_key_violation USING MESSAGE = TG_TABLE_NAME || ': {column} names nothing in {table}'; END IF;
wanted := ARRAY (SELECT DISTINCT person_id FROM written);
PERFORM FROM registry_person WHERE id = ANY (wanted) FOR KEY SHARE;
GET DIAGNOSTICS there = ROW_COUNT;
IF there <> cardinality(wanted) THEN
RAISE foreign_key_violation USING MESSAGE = TG_TABLE_NAME || ': person_id names nobody in registry_person'; END IF;
RETURN NULL; END $$
"""
HAS_LINES = """
CREATE OR REPLACE FUNCTION masterpoint_has_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_lines boolean;
BEGIN
IF TG_OP = 'UPDATE' THEN IF NEW.id = OLD.id THEN RETURN NULL; END IF; END IF;
IF current_setting('transaction_isolation') <> 'read committed' THEN
RAISE EXCEPTION '%: this must see what others do meanwhile: use READ COMMITTED', TG_TABLE_NAME; END IF;
IF TG_OP = 'TRUNCATE' THEN
has_lines := EXISTS (SELECT FROM ledger_line) OR EXISTS (SELECT FROM filing_zeroevening);
ELSIF TG_TABLE_NAME = 'ledger_posting' THEN has_lines := EXISTS (SELECT FROM ledger_line WHERE posting_id = OLD.id);
ELSIF TG_TABLE_NAME = 'filing_version' THEN
has_lines := EXISTS (SELECT FROM filing_zeroevening WHERE version_id = OLD.id);
ELSE has_lines := EXISTS (SELECT FROM ledger_line WHERE person_id = OLD.id)
OR EXISTS (SELECT FROM filing_zeroevening WHERE person_id = OLD.id)
OR EXISTS (SELECT FROM ledger_total WHERE person_id = OLD.id)
OR EXISTS (SELECT FROM ledger_overall WHERE person_id = OLD.id); END IF;
IF has_lines THEN
RAISE foreign_key_violation USING MESSAGE = TG_TABLE_NAME || ': the ledger has lines of this'; END IF;
RETURN NULL; END $$
"""
LINES, EVENINGS = "masterpoint_lines_known", "masterpoint_evenings_known"
FUNCTIONS = {
    LINES: KNOWN.format(function=LINES, column="posting_id", table="ledger_posting"),
    EVENINGS: KNOWN.format(function=EVENINGS, column="version_id", table="filing_version"),
    "masterpoint_has_lines": HAS_LINES,
}
TRIGGERS = (
    *(
        f"CREATE TRIGGER {table}_known_{action.lower()} AFTER {action} ON {table}"
        f" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
        for table, function in (("ledger_line", LINES), ("filing_zeroevening", EVENINGS))
        for action in ("INSERT", "UPDATE")
    ),
    *(
        f"CREATE TRIGGER {table}_has_lines AFTER DELETE OR UPDATE OF id ON {table}"
        " FOR EACH ROW EXECUTE FUNCTION masterpoint_has_lines()"
        for table in ("ledger_posting", "filing_version", "registry_person")
    ),
    "CREATE TRIGGER registry_person_all_have_lines BEFORE TRUNCATE ON registry_person"
    " FOR EACH STATEMENT EXECUTE FUNCTION masterpoint_has_lines()",
)


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in (*FUNCTIONS.values(), *TRIGGERS):
            cursor.execute(statement)
        cursor.execute(FOREIGN_KEYS, [list(CHECKED)])
        for table, name in cursor.fetchall():
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0007_opened_without_a_lock"),
        ("filing", "0010_zero_evenings"),
        ("registry", "0001_initial"),
    ]
    operations = [PlainStep(refuse_changes, PlainStep.noop)]
