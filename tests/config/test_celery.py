"""The beat: what it sends, how often, and what a worker does with it."""

from django.conf import settings

from config.celery import app


def test_play_is_swept_four_times_a_second_and_tournaments_once() -> None:
    schedule = {
        name: (entry["task"], entry["schedule"], entry["options"]["expires"] > entry["schedule"])
        for name, entry in app.conf.beat_schedule.items()
    }
    assert schedule == {
        "play": ("tables.tasks.sweep", 0.25, True),
        "tournaments": ("tournaments.tasks.sweep", 1.0, True),
    }


def test_every_scheduled_task_exists_and_keeps_its_database_connection() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
    assert app.conf["CELERY_DB_REUSE_MAX"] == 1000
    assert (app.conf.task_time_limit, app.conf.broker_url) == (None, settings.CELERY_BROKER_URL)
